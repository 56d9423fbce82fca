namespace Pooling.Tour.Sections.Services;

/// <summary>One run of a service, from the JSON output of the program that measures them.</summary>
/// <param name="Seconds">The seconds until the last answer.</param>
/// <param name="Rate">The messages of a second.</param>
/// <param name="Cpu">The processor time of the service for a message, in microseconds.</param>
/// <param name="Latency">p50, p99, p99.9 and the greatest, in microseconds.</param>
/// <param name="Bytes">The bytes that the service allocated for a message.</param>
/// <param name="Collections">The collections of each generation in a minute, without those of higher ones.</param>
/// <param name="Pause">The milliseconds in a minute for which they stopped the service.</param>
/// <param name="Peak">The greatest working set, in MB.</param>
internal sealed record ServiceRun(
    double Seconds, double Rate, double Cpu, double[] Latency, double Bytes, double[] Collections, double Pause,
    double Peak);
