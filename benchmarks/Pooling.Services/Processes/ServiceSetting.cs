namespace Pooling.Services.Processes;

/// <summary>A way to run a service.</summary>
/// <param name="Name">The name in the results.</param>
/// <param name="IsSaturated">Whether the load sends as much as the service answers.</param>
/// <param name="IsPinned">Whether service and load have a processor each.</param>
/// <param name="Environment">The settings of the runtime.</param>
internal sealed record ServiceSetting(
    string Name, bool IsSaturated, bool IsPinned, IReadOnlyDictionary<string, string> Environment)
{
    private const string ServerGc = "DOTNET_gcServer";

    // In a process with one processor, the runtime compiles for good what was called often only once nothing new was
    // called for a second, which takes half a minute beside a load. Until then, only what was compiled ahead is fast:
    // the class library.
    private static readonly Dictionary<string, string> s_steady = new() { ["DOTNET_TC_CallCountingDelayMs"] = "0" };

    public static ServiceSetting FixedRate { get; } = new("fixed rate", false, true, s_steady);

    public static ServiceSetting Saturation { get; } = new("saturation", true, true, s_steady);

    public static ServiceSetting FirstSeconds { get; } =
        new("first seconds", true, true, new Dictionary<string, string>()) { IsNew = true };

    /// <summary>Gets the settings that are measured for some services.</summary>
    public static ServiceSetting[] ForSome { get; } =
    [
        // With one processor, the runtime uses the collector of workstations.
        new("server GC", false, false, new Dictionary<string, string>(s_steady) { [ServerGc] = "1" }),
        new("200 MB heap", true, true,
            new Dictionary<string, string>(s_steady) { ["DOTNET_GCHeapHardLimit"] = "0xC800000" }),
    ];

    /// <summary>Gets a value that indicates whether the collector is that of servers.</summary>
    public bool IsServerGc => Environment.ContainsKey(ServerGc);

    /// <summary>Gets a value that indicates whether the service is measured as soon as it has started, as the runtime
    /// starts it.</summary>
    public bool IsNew { get; private init; }
}
