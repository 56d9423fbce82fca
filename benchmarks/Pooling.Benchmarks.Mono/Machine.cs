namespace Pooling.Benchmarks.Mono;

/// <summary>Returns the names of the runtime, the system and the processor's family in the same format as the other projects.</summary>
internal static class Machine
{
    internal static string Name =>
        $"{RuntimeInformation.FrameworkDescription}, {System}, {RuntimeInformation.ProcessArchitecture}, "
            + $"{Environment.ProcessorCount} processors, {Processor}";

    private static string System =>
        Find("/etc/os-release", "PRETTY_NAME", '=')?.Trim('"') ?? RuntimeInformation.OSDescription;

    private static string Processor => Find("/proc/cpuinfo", "vendor_id", ':') is { } maker
        ? $"{maker switch { "AuthenticAMD" => "AMD", "GenuineIntel" => "Intel", _ => "x86" }} "
            + $"family {Find("/proc/cpuinfo", "cpu family", ':')} model {Find("/proc/cpuinfo", "model", ':')}"
        : "not x86";

    private static string? Find(string file, string name, char separator) => !File.Exists(file) ? null : File.ReadLines(file)
        .Select(line => line.Split([separator], 2))
        .FirstOrDefault(parts => parts.Length == 2 && parts[0].Trim() == name)?[1].Trim();
}
