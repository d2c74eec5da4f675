import { useQuery } from '@tanstack/react-query'
import { perhapsAssetQuery } from '../../app/assets.ts'
import { fileUrl } from '../../app/file-url.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './studio.module.css'

/** The image being processed, if it is known. */
export function UnderWay({ picture }: { picture: string | undefined }) {
  const { data } = useQuery(perhapsAssetQuery(picture))
  return (
    <div className={styles.middle}>
      {data?.file_url ? (
        <img
          src={fileUrl(data.file_url)}
          alt={`${data.name}, being processed`}
          className={`${styles.whole} ${styles.underWay}`}
        />
      ) : (
        <Skeleton width="60%" height={320} />
      )}
    </div>
  )
}
