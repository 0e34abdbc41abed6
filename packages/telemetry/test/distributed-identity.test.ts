import { InvalidRecordError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { resolveDistributedIdentity } from '../src/index.ts';

describe('the identity of a process', () => {
  it('is a world of one when nobody says', () => {
    expect(resolveDistributedIdentity()).toEqual({ job_id: null, rank: 0, local_rank: 0, world_size: 1 });
  });

  it('never comes from the environment of this process', () => {
    process.env['RANK'] = '3';
    process.env['WORLD_SIZE'] = '8';
    try {
      expect(resolveDistributedIdentity().rank).toBe(0);
      expect(resolveDistributedIdentity({ env: process.env }).rank).toBe(3);
    } finally {
      delete process.env['RANK'];
      delete process.env['WORLD_SIZE'];
    }
  });

  it('takes what is said before metadata before variables', () => {
    const identity = resolveDistributedIdentity({
      rank: 1,
      metadata: { rank: 2, world_size: 16 },
      env: { SLURM_PROCID: '7', SLURM_LOCALID: '5', SLURM_NTASKS: '8', SLURM_JOB_ID: ' 99 ' },
    });
    expect(identity).toEqual({ job_id: '99', rank: 1, local_rank: 5, world_size: 16 });
  });

  it('does not parse rank variables when nothing is missing', () => {
    const identity = resolveDistributedIdentity({
      rank: 0,
      local_rank: 0,
      world_size: 2,
      env: { RANK: 'x', WORLD_SIZE: '-1' },
    });
    expect(identity.world_size).toBe(2);
  });

  it('names every broken variable', () => {
    const attempt = (): unknown => resolveDistributedIdentity({ env: { RANK: '1.0', WORLD_SIZE: '0' } });
    expect(attempt).toThrow(InvalidRecordError);
    expect(attempt).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({ field: 'RANK' }),
          expect.objectContaining({ field: 'LOCAL_RANK' }),
          expect.objectContaining({ field: 'WORLD_SIZE' }),
        ],
      }),
    );
  });

  it('refuses a world too large to be listed', () => {
    expect(() => resolveDistributedIdentity({ world_size: 2 ** 21 })).toThrow(
      expect.objectContaining({ code: 'world_size_too_large' }),
    );
  });
});
