"""Credentials of every kind, put together by chance from a seed: no scanner finds one in the repository itself.

``{W36}`` is 36 random characters of the class W, ``{uuid}`` a UUID, ``{crc}`` the checksum of the ``{W30}`` before it.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from random import Random
from zlib import crc32

LOWER, UPPER, DIGITS = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
CLASSES = {
    "W": UPPER + LOWER + DIGITS,
    "G": UPPER + LOWER,
    "H": DIGITS + "abcdef",
    "X": DIGITS + "ABCDEF",
    "U": UPPER + LOWER + DIGITS + "-_",
    "B": UPPER + LOWER + DIGITS + "+/",
    "A": UPPER + "234567",
    "Z": UPPER + DIGITS,
    "L": LOWER + DIGITS,
    "N": DIGITS,
    "Q": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}

TOKENS = {
    "GitHub token": "ghp_{W30}{crc}",
    "GitHub server token": "ghs_{W30}{crc}",
    "GitHub fine-grained token": "github_pat_{W22}_{W59}",
    "GitLab token": "glpat-{U19}{W1}",
    "GitLab routable token": "glpat-{U27}.01.{L9}",
    "Bitbucket app password": "ATBB{W24}{X8}",
    "Sourcegraph token": "sgp_{H16}_{H40}",
    "npm token": "npm_{W36}",
    "PyPI token": "pypi-AgEIcHlwaS5vcmc{U99}{W1}",
    "RubyGems token": "rubygems_{H48}",
    "crates.io token": "cio{W32}",
    "NuGet key": "oy2{L43}",
    "Clojars token": "CLOJARS_{L60}",
    "Docker Hub token": "dckr_pat_{U26}{W1}",
    "Artifactory token": "AKCp{W69}",
    "Artifactory reference token": "cmVmd{W59}",
    "Anthropic key": "sk-ant-api03-{U93}AA",
    "OpenAI key": "sk-proj-{U74}T3BlbkFJ{U73}{W1}",
    "OpenAI key, older": "sk-{W20}T3BlbkFJ{W20}",
    "OpenRouter key": "sk-or-v1-{H64}",
    "Langfuse key": "sk-lf-{uuid}",
    "API key that starts with sk-": "sk-{H32}",
    "Hugging Face token": "hf_{G34}",
    "Groq key": "gsk_{W52}",
    "xAI key": "xai-{W80}",
    "Perplexity key": "pplx-{W48}",
    "Replicate token": "r8_{W37}",
    "Together key": "tgp_v1_{U42}{W1}",
    "Fireworks key": "fw_{W24}",
    "NVIDIA key": "nvapi-{U63}{W1}",
    "Cerebras key": "csk-{L48}",
    "ElevenLabs key": "sk_{H48}",
    "Pinecone key": "pcsk_{W6}_{W60}",
    "LangSmith key": "lsv2_pt_{H32}_{H10}",
    "Tavily key": "tvly-dev-{W32}",
    "Firecrawl key": "fc-{H32}",
    "Jina key": "jina_{W60}",
    "Apify token": "apify_api_{W36}",
    "E2B key": "e2b_{H40}",
    "Voyage key": "pa-{U42}{W1}",
    "AWS access key ID": "AKIA{A16}",
    "AWS temporary key ID": "ASIA{A16}",
    "Google API key": "AIza{U34}{W1}",
    "Google OAuth secret": "GOCSPX-{U27}{W1}",
    "Google OAuth token": "ya29.{U119}{W1}",
    "Azure client secret": "{W3}8Q~{W34}",
    "Azure DevOps token": "{W76}AZDO{W4}",
    "Alibaba Cloud key ID": "LTAI{W20}",
    "Tencent Cloud key ID": "AKID{W32}",
    "Yandex Cloud key": "AQVN{U34}{W1}",
    "DigitalOcean token": "dop_v1_{H64}",
    "Cloudflare origin key": "v1.0-{H24}-{H146}",
    "Heroku key": "HRKU-AA{U57}{W1}",
    "Fly.io token": "fm2_{B120}{W3}=",
    "Render key": "rnd_{W32}",
    "Netlify token": "nfp_{W36}",
    "Vercel token": "vcp_{W56}",
    "Vercel Blob token": "vercel_blob_rw_{W16}_{W30}",
    "Scalingo token": "tk-us-{U47}{W1}",
    "OpenShift token": "sha256~{U42}{W1}",
    "Tailscale key": "tskey-auth-{W16}-{W32}",
    "Pulumi token": "pul-{H40}",
    "Terraform Cloud token": "{W14}.atlasv1.{U66}{W1}",
    "Vault token": "hvs.{U94}{W1}",
    "Doppler token": "dp.pt.{W43}",
    "Doppler service token": "dp.st.prd.{W43}",
    "1Password service account": "ops_eyJ{B300}",
    "1Password secret key": "A3-{Z6}-{Z6}-{Z5}-{Z5}-{Z5}-{Z5}",
    "Databricks token": "dapi{H32}-2",
    "Supabase token": "sbp_{H40}",
    "Supabase secret key": "sb_secret_{U30}{W1}",
    "PlanetScale credential": "pscale_tkn_{U42}{W1}",
    "Neon key": "napi_{L64}",
    "MongoDB Atlas secret": "mdb_sa_sk_{U39}{W1}",
    "Aiven password": "AVNS_{U18}{W1}",
    "ClickHouse key": "4b1d{W38}",
    "Confluent secret": "cflt{B59}{W1}",
    "Airtable token": "pat{W14}.{H64}",
    "Contentful token": "CFPAT-{U42}{W1}",
    "MaxMind key": "{W6}_{W29}_mmk",
    "Slack token": "xoxb-{N12}-{N13}-{W24}",
    "Slack app token": "xapp-1-A{Z10}-{N13}-{H64}",
    "Slack webhook": "https://hooks.slack.com/services/T{Z10}/B{Z10}/{W24}",
    "Discord bot token": "MT{W24}.{U6}.{U37}{W1}",
    "Discord webhook": "https://discord.com/api/webhooks/{N19}/{U67}{W1}",
    "Telegram bot token": "{N10}:AA{U32}{W1}",
    "Teams webhook": "https://kiln.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{H32}/{uuid}",
    "Twilio key": "SK{H32}",
    "SendGrid key": "SG.{U22}.{U42}{W1}",
    "Mailgun key": "key-{H32}",
    "Mailchimp key": "{H32}-us14",
    "Brevo key": "xkeysib-{H64}-{W16}",
    "Resend key": "re_{W8}_{W24}",
    "MailerSend key": "mlsn.{H64}",
    "Facebook token": "EAAC{W160}",
    "Twitter bearer token": "AAAAAAAAAAAAAAAAAAAAA{W80}",
    "Intercom token": "dG9rO{B54}=",
    "Stripe or Clerk secret key": "sk_live_{W24}",
    "Stripe or Clerk test key": "sk_test_{W24}",
    "webhook signing secret": "whsec_{B32}",
    "Shopify token": "shpat_{H32}",
    "Square token": "sq0atp-{U21}{W1}",
    "Square secret": "sq0csp-{U42}{W1}",
    "PayPal token": "access_token$production${L16}${H32}",
    "Plaid token": "access-production-{uuid}",
    "EasyPost key": "EZAK{W54}",
    "Shippo key": "shippo_live_{H40}",
    "Duffel token": "duffel_live_{U42}{W1}",
    "Flutterwave key": "FLWSECK-{H32}-X",
    "Atlassian token": "ATATT3{U185}{W1}",
    "Linear key": "lin_api_{W40}",
    "Linear OAuth token": "lin_oauth_{H64}",
    "Notion token": "ntn_{N11}{W35}",
    "Notion token, older": "secret_{W43}",
    "Figma token": "figd_{U39}{W1}",
    "ClickUp token": "pk_{N8}_{Z32}",
    "Trello token": "ATTA{H72}",
    "Typeform token": "tfp_{U58}{W1}",
    "HubSpot token": "pat-eu1-{uuid}",
    "Dropbox token": "sl.{U137}{W1}",
    "Postman key": "PMAK-{H24}-{H34}",
    "Readme key": "rdme_{L70}",
    "Frame.io token": "fio-u-{U63}{W1}",
    "Cal.com key": "cal_live_{H32}",
    "Mapbox secret token": "sk.eyJ{W60}.{U21}{W1}",
    "New Relic key": "NRAK-{Z27}",
    "New Relic license key": "{H36}FFFFNRAL",
    "Sentry token": "sntryu_{H64}",
    "Sentry organisation token": "sntrys_eyJ{B120}_{W43}",
    "Grafana token": "glsa_{W32}_{H8}",
    "Grafana Cloud token": "glc_eyJ{B120}",
    "Datadog application key": "ddapp_{W34}",
    "PostHog personal key": "phx_{U42}{W1}",
    "Dynatrace token": "dt0c01.{Z24}.{Z64}",
    "Honeycomb key": "hcaik_{L58}",
    "SonarQube token": "squ_{H40}",
    "CircleCI token": "CCIPAT_{W22}_{H40}",
    "Buildkite token": "bkua_{H40}",
    "Prefect key": "pnu_{W36}",
    "Octopus Deploy key": "API-{Z26}",
    "LaunchDarkly key": "sdk-{uuid}",
    "age private key": "AGE-SECRET-KEY-1{Q58}",
}

#: What is told by its place: the words around the secret, and the secret.
PLACES = {
    "password in a URL": ("postgres://glazer:", "{password}", "@db.kiln-works.io:5432/firings"),
    "redis URL": ("redis://:", "{W24}", "@cache.kiln-works.io:6379"),
    "bearer token": ("Authorization: Bearer ", "{W40}", ""),
    "basic header": ("-H 'Authorization: Basic ", "{basic}", "'"),
    "curl -u": ("curl -u glazer:", "{password}", " https://kiln-works.io/api"),
    "--password": ("mysql --user glazer --password ", "{password}", " firings"),
    "named password": ("DB_PASSWORD=", "{password}", ""),
    "named password in prose": ("- **Password**: `", "{password}", "`"),
    "password in a table": ("| controller | password | ", "{password}", " |"),
    "pass=": ("kiln controller: user=fire pass=", "{password}", ""),
    "named key": ('"api_key": "', "{H32}", '"'),
    "Datadog by name": ("export DD_API_KEY=", "{H32}", ""),
    "Cloudflare by name": ("CLOUDFLARE_API_TOKEN: ", "{U39}{W1}", ""),
    "Heroku by name": ("HEROKU_OAUTH_TOKEN=", "{W40}", ""),
    "Twilio by name": ("TWILIO_AUTH_TOKEN=", "{H32}", ""),
    "AWS secret key": ("aws_secret_access_key = ", "{B39}{W1}", ""),
    "Azure storage key": ("AccountName=kiln;AccountKey=", "{B86}==", ";EndpointSuffix=core.windows.net"),
    "Azure shared access key": ("SharedAccessKeyName=send;SharedAccessKey=", "{B43}=", ""),
    "client secret": ("clientSecret: '", "{U40}{W1}", "'"),
    "API key in prose": ("The API key is `", "{W32}", "`."),
    "API key in words": ("- API key: ", "{H32}", ""),
    "default of a variable": ("export WANDB_API_KEY=${WANDB_API_KEY:-", "{H40}", "}"),
    "element": ("<password>", "{password}", "</password>"),
    "netrc": ("machine kiln-works.io login glazer password ", "{password}", ""),
    "docker login": ("docker login -u glazer -p ", "{password}", " registry.kiln-works.io"),
    "mysql -p": ("mysql -u glazer -p", "{password}", " firings"),
    "mysql -p first": ("mysql -p", "{password}", " -u glazer firings"),
    "pw=": ("DB_PW=", "{password}", ""),
    "pw in prose": ("- admin pw: `", "{password}", "`"),
    "authorisation without a scheme": ("Authorization: token ", "{H40}", ""),
    "query": ("https://kiln-works.io/?a=1&access_token=", "{W40}", "&refresh=1"),
    "X-API-Key": ("curl -H 'X-API-Key: ", "{W32}", "' https://kiln-works.io"),
    "JSON Web Token": ("session: ", "{jwt}", ""),
    "RSA private key": ("-----BEGIN RSA PRIVATE KEY-----\n", "{lines}", "\n-----END RSA PRIVATE KEY-----"),
    "OpenSSH private key": ("-----BEGIN OPENSSH PRIVATE KEY-----\n", "{lines}", "\n-----END OPENSSH PRIVATE KEY-----"),
    "PGP private key": (
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n",
        "{lines}",
        "\n-----END PGP PRIVATE KEY BLOCK-----",
    ),
    "service account": ('"private_key": "-----BEGIN PRIVATE KEY-----\\n', "{B200}", '\\n-----END PRIVATE KEY-----\\n"'),
}
KINDS = (*TOKENS, *PLACES)
#: Characters of a secret that a report may show; no entry: 4.
SHOWN = {
    "age private key": 16,
    **dict.fromkeys(PLACES, 0),
    "JSON Web Token": 4,
    "bearer token": 4,
    "authorisation without a scheme": 4,
}


def made(kind: str, seed: int = 0) -> tuple[str, str, str]:
    """Return a credential of ``kind`` as what stands before it, the secret, and what stands behind it."""
    chance = Random(f"{kind} {seed}")
    before, secret, after = PLACES.get(kind, ("", TOKENS.get(kind, ""), ""))
    return _filled(before, chance), _filled(secret, chance), _filled(after, chance)


def _filled(template: str, chance: Random) -> str:
    out = ""
    for part in re.split(r"(\{[A-Za-z]+\d*\})", template):
        found = re.fullmatch(r"\{([A-Za-z]+)(\d*)\}", part)
        if found is None:
            out += part
        elif found[2]:
            out += "".join(chance.choice(CLASSES[found[1]]) for _ in range(int(found[2])))
        else:
            out += SPECIAL[found[1]](chance, out)
    return out


def _checksum(_: Random, before: str) -> str:
    digits, number = DIGITS + UPPER + LOWER, crc32(before[-30:].encode())
    return "".join(digits[number // 62**power % 62] for power in range(5, -1, -1))


def _password(chance: Random, _: str = "") -> str:
    """Return what a person would choose: a word or two, bent, with digits and a sign."""
    word = chance.choice(("gl4ze", "c3ladon", "st0neware", "Raku", "Bisqu3", "t3nmoku"))
    return f"{word.capitalize()}{chance.choice('!&+=?')}{chance.choice('kmptz')}{chance.randrange(10, 99)}{chance.choice('RTKM')}"


def _web_token(chance: Random, _: str) -> str:
    parts = ({"alg": "HS256", "typ": "JWT"}, {"sub": f"glazer-{chance.randrange(1000)}", "role": "kiln"})
    coded = (urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in parts)
    return ".".join((*coded, _filled("{U42}{W1}", chance)))


SPECIAL: dict[str, Callable[[Random, str], str]] = {
    "crc": _checksum,
    "uuid": lambda chance, _: "-".join(_filled(f"{{H{size}}}", chance) for size in (8, 4, 4, 4, 12)),
    "password": _password,
    "basic": lambda chance, _: b64encode(f"glazer:{_password(chance)}".encode()).decode(),
    "jwt": _web_token,
    "lines": lambda chance, _: "\n".join(_filled("{B64}", chance) for _ in range(6)),
}
