using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.PackageTests;

/// <summary>An encodeable whose other half comes from the generator, which comes with the package.</summary>
[PooledEncodeable]
public sealed partial class Telemetry
{
    /// <summary>The number of the device.</summary>
    public uint Device { get; set; } = 7;

    /// <summary>The time zone, which only an initialiser may set.</summary>
    public int Zone { get; init; } = 1;

    /// <summary>What was measured.</summary>
    public PooledArray<double>? Values { get; set; }

    /// <summary>The sender, if it is told.</summary>
    public TelemetrySource? Source { get; set; }

    /// <summary>When it was measured, in ticks, as many as <see cref="TimeCount"/> says.</summary>
    [RentedArray(nameof(TimeCount))]
    public long[]? Times { get; private set; }

    /// <summary>How many times there are.</summary>
    public int TimeCount { get; private set; }

    /// <summary>What the decoder had to say.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>How often the object was decoded into.</summary>
    [KeepOnReset]
    public int Uses { get; set; }
}
