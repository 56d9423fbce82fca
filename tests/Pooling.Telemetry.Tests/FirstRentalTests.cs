using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;

namespace Pooling.Telemetry;

/// <summary>Tests that the first rental of a process does not wait for the meter and the event source.</summary>
public sealed class FirstRentalTests
{
    private static readonly string[] s_switches =
        ["System.Diagnostics.Metrics.Meter.IsSupported", "System.Diagnostics.Tracing.EventSource.IsSupported"];

    [Fact]
    public async Task FirstRental_WithTheMeter_CompilesNoMoreMethodsThanWithoutIt()
    {
        int with = await CompiledMethodsAsync(isSupported: true);
        int without = await CompiledMethodsAsync(isSupported: false);

        Assert.InRange(with, 1, without + 10); // hundreds if the caller's thread created the meter
    }

    private static async Task<int> CompiledMethodsAsync(bool isSupported)
    {
        JsonNode settings = JsonNode.Parse(await File.ReadAllTextAsync(TargetProcess.PathOf("runtimeconfig.json")))!;
        foreach (string name in s_switches)
            settings["runtimeOptions"]!["configProperties"]![name] = isSupported;

        string file = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.json"); // no other extension is accepted
        await File.WriteAllTextAsync(file, settings.ToJsonString());
        using Process process = TargetProcess.StartWith(file, "start");
        string output = await process.StandardOutput.ReadToEndAsync().WaitAsync(Wait.Limit);
        File.Delete(file);
        return int.Parse(output.Split(' ')[1], CultureInfo.InvariantCulture);
    }
}
