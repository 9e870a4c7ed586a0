"""Directives: what a sentence tells the agent to do, as comparable values.

A sentence that is an instruction gives a ``Directive`` with one ``Atom`` for each knob (a *slot* of the tables) that it
turns: "Use pnpm, never npm" turns the slot ``js.package-manager`` to ``pnpm`` and away from ``npm``. The knobs, their
wordings and the words of each language are data, in ``tables/``.
"""
