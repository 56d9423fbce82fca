using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;

namespace Pooling.Tour;

/// <summary>The machine on which the figures were measured. The figures are only meaningful together with it.</summary>
internal sealed record TourMachine(
    string Processor,
    int Processors,
    string OperatingSystem,
    string Architecture,
    string Runtime,
    string GarbageCollector,
    bool Optimized)
{
    /// <summary>Describes the machine and the runtime of this process.</summary>
    public static TourMachine Describe() => new(
        ProcessorName(),
        Environment.ProcessorCount,
        RuntimeInformation.OSDescription.Trim(),
        RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant(),
        RuntimeInformation.FrameworkDescription,
        (GCSettings.IsServerGC ? "server" : "workstation")
            + (GCSettings.LatencyMode == GCLatencyMode.Batch ? ", non-concurrent" : ", concurrent"),
        IsOptimized(typeof(TourMachine).Assembly) && IsOptimized(typeof(Pooling.Objects.MagazinePool).Assembly));

    private static bool IsOptimized(Assembly assembly) =>
        assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    private static string ProcessorName()
    {
        const string LinuxFile = "/proc/cpuinfo";
        string? name = Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
        try
        {
            if (name is null && File.Exists(LinuxFile))
            {
                string? line = File.ReadLines(LinuxFile)
                    .FirstOrDefault(static line => line.StartsWith("model name", StringComparison.Ordinal));
                name = line?[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The name is optional: the tour continues without it.
        }

        return string.IsNullOrEmpty(name) ? "unnamed processor" : name;
    }

    /// <summary>Gets the description of the machine in one line.</summary>
    public string Hardware => string.Create(
        CultureInfo.InvariantCulture, $"{Processor}, {Processors} logical processor{(Processors == 1 ? "" : "s")}, {Architecture}");
}
