using System.Runtime;
using System.Runtime.InteropServices;

namespace Pooling.Samples;

/// <summary>The machine on which figures were measured. Figures are only meaningful together with it.</summary>
internal sealed record SampleMachine(int Processors, string OperatingSystem, string Architecture, string Runtime, string GarbageCollector)
{
    /// <summary>Describes the machine and the runtime of this process.</summary>
    public static SampleMachine Describe() => new(
        Environment.ProcessorCount,
        RuntimeInformation.OSDescription.Trim(),
        RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant(),
        RuntimeInformation.FrameworkDescription,
        GCSettings.IsServerGC ? "server" : "workstation");
}
