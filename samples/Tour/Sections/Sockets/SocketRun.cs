using System.Text.Json;

namespace Pooling.Tour.Sections.Sockets;

/// <summary>The figures of one mode of the WebSocket sample's client, from its JSON output.</summary>
internal sealed record SocketRun(JsonElement Element)
{
    public long Messages => Client("sent").GetInt64() + Client("received").GetInt64();

    public double NanosecondsPerMessage => Client("microsecondsPerMessage").GetDouble() * 1000;

    public double BytesPerMessage => Client("bytesPerMessage").GetDouble();

    public double HubBytesPerMessage => Element.GetProperty("hub").GetProperty("bytesPerMessage").GetDouble();

    public double LatencyP99 => Client("latencyP99").GetDouble();

    public int Gen0 => Process("gen0").GetInt32();

    public int Gen1 => Process("gen1").GetInt32();

    public int Gen2 => Process("gen2").GetInt32();

    /// <summary>The faults that it found.</summary>
    public string[] Faults => [.. Element.GetProperty("faults").EnumerateArray().Select(static fault => fault.GetString()!)];

    private JsonElement Process(string name) => Client("process").GetProperty(name);

    private JsonElement Client(string name) => Element.GetProperty("client").GetProperty(name);
}
