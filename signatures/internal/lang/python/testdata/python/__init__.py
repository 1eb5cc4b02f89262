"""The package."""

from .models import User
from .models import make_user as make
from .sub import *
from . import siblings, _private
from external import thing
from external import other as other

name = "package"
