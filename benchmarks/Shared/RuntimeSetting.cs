namespace Pooling.Benchmarks;

/// <summary>A setting of the runtime under which headline rows are also measured.</summary>
internal sealed record RuntimeSetting(string Name, string Variable, string Value)
{
    internal static IReadOnlyList<RuntimeSetting> All { get; } =
    [
        new("PGO off", "DOTNET_TieredPGO", "0"),
        new("gen 0 of 256 KB", "DOTNET_GCgen0size", "40000"), // hexadecimal
        new("gen 0 of 4 MB", "DOTNET_GCgen0size", "400000"),
        new("server GC", "DOTNET_gcServer", "1"),
    ];
}
