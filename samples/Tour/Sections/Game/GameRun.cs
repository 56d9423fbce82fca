using System.Text.Json;

namespace Pooling.Tour.Sections.Game;

/// <summary>The figures of one server of the GameServer sample, from its JSON output.</summary>
internal sealed record GameRun(JsonElement Element)
{
    public long Packets => Server("packetsIn").GetInt64() + Server("packetsOut").GetInt64();

    public double NanosecondsPerPacket => Server("nanosecondsPerPacket").GetDouble();

    public double AllocatedPerPacket => Server("allocatedPerPacket").GetDouble();

    public double TickP99 => Server("tickP99").GetDouble();

    public double PauseMilliseconds => Server("pauseMilliseconds").GetDouble();

    public int Gen0 => Server("gen0").GetInt32();

    public int Gen1 => Server("gen1").GetInt32();

    public int Gen2 => Server("gen2").GetInt32();

    /// <summary>The faults that its bots found.</summary>
    public string[] Faults => [.. Element.GetProperty("faults").EnumerateArray().Select(static fault => fault.GetString()!)];

    private JsonElement Server(string name) => Element.GetProperty("server").GetProperty(name);
}
