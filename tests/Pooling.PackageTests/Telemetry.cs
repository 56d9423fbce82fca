using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.PackageTests;

/// <summary>An encodeable whose other part is created by the generator of the package.</summary>
[PooledEncodeable]
public sealed partial class Telemetry
{
    /// <summary>Gets or sets the number of the device.</summary>
    public uint Device { get; set; } = 7;

    /// <summary>Gets the time zone, which only an initializer may set.</summary>
    public int Zone { get; init; } = 1;

    /// <summary>Gets or sets the measured values.</summary>
    public PooledArray<double>? Values { get; set; }

    /// <summary>Gets or sets the sender, if it is known.</summary>
    public TelemetrySource? Source { get; set; }

    /// <summary>Gets the times of the measurements in ticks. Their number is <see cref="TimeCount"/>.</summary>
    [RentedArray(nameof(TimeCount))]
    public long[]? Times { get; private set; }

    /// <summary>Gets the number of times.</summary>
    public int TimeCount { get; private set; }

    /// <summary>Gets the notes of the decoder.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>Gets or sets the number of times that the object was decoded into.</summary>
    [KeepOnReset]
    public int Uses { get; set; }
}
