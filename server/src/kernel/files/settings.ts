/** A bucket of an S3-compatible service. */
export interface BucketSettings {
  /** The address of the bucket; names of files are appended to it. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** Where uploaded files are kept. */
export interface FileSettings {
  /** Used if there is no bucket. */
  readonly uploadsFolder: string;
  readonly uploadsBucket?: BucketSettings | undefined;
}
