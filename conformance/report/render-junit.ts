import junitModule from 'junit-report-builder';
import type { RunEvent } from '../model/event.ts';
import { groupBy } from '../model/group-by.ts';
import { describeFailure, plain, visible } from './describe-failure.ts';
import { type ReportedCase, readReport, verdictIn } from './report-model.ts';

// the package is CommonJS: what its types call `default` is the module itself
const junit = junitModule as unknown as typeof junitModule.default;

/**
 * JUnit XML with standard elements only. One suite for each area; a case's name is its id. `fail` is a failure,
 * whatever else is red an error. A warning passes and says so in its output.
 */
export function renderJunit(events: readonly RunEvent[]): string {
  const report = readReport(events);
  const builder = junit.newBuilder().name('swarmkit-conformance');
  const areas = groupBy(report.cases, ({ started }) => areaOf(started.id));
  for (const [area, cases] of areas) {
    const suite = builder.testSuite().name(area);
    for (const reported of cases) addCase(suite, area, reported);
  }
  return builder.build();
}

type Suite = ReturnType<ReturnType<typeof junit.newBuilder>['testSuite']>;

function addCase(suite: Suite, area: string, reported: ReportedCase): void {
  const { started, ended } = reported;
  const testCase = suite
    .testCase()
    .className(area)
    .name(started.id)
    .time((ended?.duration_ms ?? 0) / 1000);
  const verdict = verdictIn(reported);
  const reason = forXml(ended?.reason ?? '');
  switch (verdict) {
    case 'pass':
      return;
    case 'warn':
      testCase.standardOutput(forXml(describeFailure(reported, plain)));
      return;
    case 'fail':
    case 'xpass':
    case 'flaky':
      testCase.failure(reason, verdict).stacktrace(forXml(describeFailure(reported, plain)));
      return;
    case 'not-applicable':
    case 'skipped':
    case 'not-run':
    case 'xfail':
      testCase.skipped();
      return;
    default:
      testCase.error(reason, verdict, forXml(describeFailure(reported, plain)));
  }
}

function areaOf(id: string): string {
  return id.split('/')[0] ?? id;
}

/** XML 1.0 has no way to write most control characters, nor half a surrogate pair. */
function forXml(text: string): string {
  return visible(text).replaceAll(/[\p{Surrogate}\uFFFE\uFFFF]/gu, '\uFFFD');
}
