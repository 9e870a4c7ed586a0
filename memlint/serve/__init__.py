"""What runs beside an agent: its hooks, and what they observed (above ``report``, below ``cli``)."""
