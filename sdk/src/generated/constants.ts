// Generated from docs/openapi.json by "npm run generate". Do not edit.

/** 0 created, 1 processing, 2 processing failed, 3 thumbnail failed, 4 done */
export const AssetStatus = {
  created: 0,
  processing: 1,
  processingFailed: 2,
  thumbnailFailed: 3,
  done: 4,
} as const

export type AssetStatus = (typeof AssetStatus)[keyof typeof AssetStatus]

/** 0 image, 2 video, 4 giphy, 6 font, 8 audio, 17 pdf */
export const AssetType = {
  image: 0,
  video: 2,
  giphy: 4,
  font: 6,
  audio: 8,
  pdf: 17,
} as const

export type AssetType = (typeof AssetType)[keyof typeof AssetType]

/**  */
export const BoardAccess = {
  private: 0,
  protected: 1,
  public: 2,
} as const

export type BoardAccess = (typeof BoardAccess)[keyof typeof BoardAccess]

/**  */
export const VoiceGender = {
  male: 0,
  female: 1,
  neutral: 3,
} as const

export type VoiceGender = (typeof VoiceGender)[keyof typeof VoiceGender]
