import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClient } from '../redis-client.ts'
import { type CountStore, holdMs, type Total } from './count-store.ts'

const prefix = 'atelier-count:'
/** Later, PostgreSQL counts instead. */
const patienceMs = 500

const addScript = `
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call('PEXPIRE', KEYS[1], left)
end
return {used, left}`

const takeBackScript = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 0`

/** A field for each process: how many it holds, and until when that counts. */
const holdScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', now + ARGV[3]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local others = 0
local fields = redis.call('HGETALL', KEYS[1])
for at = 1, #fields, 2 do
  local held, untilMs = string.match(fields[at + 1], '(%d+) (%d+)')
  if tonumber(untilMs) <= now then redis.call('HDEL', KEYS[1], fields[at])
  elseif fields[at] ~= ARGV[1] then others = others + held end
end
return others`

/** Counts in Redis. The client sends the commands of one exchange together. */
export function redisCounts(client: RedisClient): CountStore {
  const holder = randomUUID()
  const run = async <T>(script: string, key: string, values: (string | number)[] = []) => {
    if (!client.isReady) throw new Error('Redis is not connected.')
    const options = { keys: [prefix + key], arguments: values.map(String) }
    return (await client.eval(script, options)) as T
  }
  return {
    add: (changes) =>
      inTime(
        changes.map(async ({ key, by, windowMs }): Promise<Total> => {
          const [used, leftMs] = await run<[number, number]>(addScript, key, [by, windowMs])
          return { used, leftMs }
        }),
      ),
    takeBack: async (keys) => {
      await inTime(keys.map((key) => run(takeBackScript, key)))
    },
    hold: (holdings) =>
      inTime(
        holdings.map(({ key, held }) =>
          run<number>(holdScript, `held:${key}`, [holder, held, holdMs]),
        ),
      ),
  }
}

async function inTime<T>(replies: Promise<T>[]): Promise<T[]> {
  const late = sleep(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error('Redis did not answer in time.')
  })
  late.catch(() => {})
  return Promise.race([Promise.all(replies), late])
}
