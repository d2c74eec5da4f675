"""As much of Django as a JSON API needs, and no more."""

import os
from urllib.parse import unquote, urlparse

database = urlparse(os.environ["DATABASE_URL"])

SECRET_KEY = "bench"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "peer.urls"
INSTALLED_APPS = ["rest_framework", "peer"]
MIDDLEWARE = []
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": database.hostname,
        "PORT": database.port or 5432,
        "NAME": database.path.lstrip("/"),
        "USER": unquote(database.username or ""),
        "PASSWORD": unquote(database.password or ""),
        # Connections stay open between requests.
        "CONN_MAX_AGE": None,
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["peer.authentication.ApiKeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}
