using System.Text.Json;

namespace Pooling.Tour.Sections.OpcUa;

/// <summary>The figures of one mode of the OpcUa sample's client, from its JSON output.</summary>
internal sealed record OpcUaRun(JsonElement Element)
{
    public long Notifications => Client("notifications").GetInt64();

    public double NanosecondsPerNotification => Client("microsecondsPerNotification").GetDouble() * 1000;

    public double BytesPerNotification => Client("bytesPerNotification").GetDouble();

    public double ServerBytesPerNotification => Element.GetProperty("server").GetProperty("bytesPerNotification").GetDouble();

    public double LatencyP99 => Client("latencyP99").GetDouble();

    public int Gen0 => Process("gen0").GetInt32();

    public int Gen1 => Process("gen1").GetInt32();

    public int Gen2 => Process("gen2").GetInt32();

    /// <summary>The faults that it found.</summary>
    public string[] Faults => [.. Element.GetProperty("faults").EnumerateArray().Select(static fault => fault.GetString()!)];

    private JsonElement Process(string name) => Client("process").GetProperty(name);

    private JsonElement Client(string name) => Element.GetProperty("client").GetProperty(name);
}
