"""The same keys: looked up by their hash at every request, and never kept."""

from hashlib import sha256

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed

from .models import ApiKey


class ApiKeyAuthentication(BaseAuthentication):
    def authenticate(self, request):
        scheme, _, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "api-key":
            raise AuthenticationFailed()
        digest = sha256(secret.encode()).hexdigest()
        key = ApiKey.objects.filter(key_hash=digest, revoked_at=None).first()
        if key is None:
            raise AuthenticationFailed()
        return key, key

    def authenticate_header(self, request):
        return "Api-Key"
