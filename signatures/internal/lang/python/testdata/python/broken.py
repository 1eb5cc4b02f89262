def before(a, b):
    """Before."""
    return a


class Broken(:
    def inside(self):
        return (1,


def after(c):
    return c


class Fine:
    def method(self): pass
