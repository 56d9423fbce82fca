namespace Pooling.Services;

/// <summary>The figures of a service.</summary>
/// <param name="Service">The service.</param>
/// <param name="Conditions">The conditions of the run.</param>
/// <param name="Answers">The load's description of the answers.</param>
/// <param name="PlainIdle">The working set of the plain way a minute after the load, in MB.</param>
/// <param name="PooledIdle">That of the pooled way.</param>
/// <param name="Results">The figures of each setting and way.</param>
internal sealed record ServiceResult(
    ServiceCase Service, RunConditions Conditions, string Answers, double PlainIdle, double PooledIdle,
    IReadOnlyList<SettingResult> Results);
