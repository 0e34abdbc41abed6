#!/usr/bin/env node
import { startCommandLine } from '@stormlog/cli';

await startCommandLine();
