using System.Text.Json;

namespace Pooling.Conventions;

/// <summary>The figures of a service in docs/generated/services.json, which benchmarks/services writes.</summary>
internal sealed record ServiceFigures(
    string Service, string Title, string Message, int FixedRate, string PlainCode, string PooledCode, string Answers,
    string Date, string Runtime, string System, string Processor, int Processors, bool IsPinned,
    ServiceFigures.RunConditions Conditions, double PlainIdle, double PooledIdle, ServiceRun[] Results)
{
    private const string AtRate = "fixed rate";
    private const string AtSaturation = "saturation";

    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web);

    /// <summary>Gets the name on the command line.</summary>
    internal string Name { get; init; } = "";

    /// <summary>Gets the figures of the plain way at the fixed rate.</summary>
    internal ServiceRun Plain => Find(AtRate, "plain");

    /// <summary>Gets those of the pooled way.</summary>
    internal ServiceRun Pooled => Find(AtRate, "pooled");

    /// <summary>Gets the figures of the plain way at saturation.</summary>
    internal ServiceRun BusyPlain => Find(AtSaturation, "plain");

    /// <summary>Gets those of the pooled way.</summary>
    internal ServiceRun BusyPooled => Find(AtSaturation, "pooled");

    /// <summary>Gets the settings that were measured once.</summary>
    internal IEnumerable<string> OtherSettings =>
        Results.Select(static run => run.Setting).Distinct().Where(static name => name is not (AtRate or AtSaturation));

    internal static ServiceFigures[] ReadAll(string json) =>
    [
        .. from service in JsonSerializer.Deserialize<Dictionary<string, ServiceFigures>>(json, s_options)!
           select service.Value with { Name = service.Key },
    ];

    internal ServiceRun Find(string setting, string way) =>
        Results.Single(run => run.Setting == setting && run.Way == way);

    /// <summary>The conditions of the runs.</summary>
    internal sealed record RunConditions(string Commit, double? Load, SortedDictionary<string, string> Peers);
}
