namespace Pooling.Services.Processes;

/// <summary>A way to run a service.</summary>
/// <param name="Name">The name in the results.</param>
/// <param name="IsSaturated">Whether the load sends as much as the service answers.</param>
/// <param name="IsPinned">Whether service and load have a processor each.</param>
/// <param name="Environment">The settings of the runtime.</param>
internal sealed record ServiceSetting(
    string Name, bool IsSaturated, bool IsPinned, IReadOnlyDictionary<string, string> Environment)
{
    public static ServiceSetting FixedRate { get; } = new("fixed rate", false, true, new Dictionary<string, string>());

    public static ServiceSetting Saturation { get; } = new("saturation", true, true, new Dictionary<string, string>());

    /// <summary>The settings that are measured once.</summary>
    public static ServiceSetting[] Once { get; } =
    [
        Saturation,

        // With one processor, the runtime uses the collector of workstations.
        new("server GC", false, false, new Dictionary<string, string> { ["DOTNET_gcServer"] = "1" }),
        new("200 MB heap", false, true, new Dictionary<string, string> { ["DOTNET_GCHeapHardLimit"] = "0xC800000" }),
    ];
}
