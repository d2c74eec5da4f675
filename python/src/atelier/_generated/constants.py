# Generated from docs/openapi.json by "npm run generate". Do not edit.
from enum import IntEnum


class AssetStatus(IntEnum):
    """0 created, 1 processing, 2 processing failed, 3 thumbnail failed, 4 done"""

    CREATED = 0
    PROCESSING = 1
    PROCESSING_FAILED = 2
    THUMBNAIL_FAILED = 3
    DONE = 4


class AssetType(IntEnum):
    """0 image, 2 video, 4 giphy, 6 font, 8 audio, 17 pdf"""

    IMAGE = 0
    VIDEO = 2
    GIPHY = 4
    FONT = 6
    AUDIO = 8
    PDF = 17


class BoardAccess(IntEnum):

    PRIVATE = 0
    PROTECTED = 1
    PUBLIC = 2


class VoiceGender(IntEnum):

    MALE = 0
    FEMALE = 1
    NEUTRAL = 3
