namespace Pooling.OpcUa.Driver;

/// <summary>A line of input: an action with its arguments.</summary>
internal sealed record Step
{
    /// <summary>The number that the answer contains.</summary>
    public int Id { get; init; }

    public string Do { get; init; } = "";

    public string[] Nodes { get; init; } = [];

    /// <summary>The fields of events.</summary>
    public string[] Fields { get; init; } = [];

    public double[] Values { get; init; } = [];

    /// <summary>The number of a subscription that an earlier step created.</summary>
    public uint Subscription { get; init; }

    /// <summary>The publishing interval, in milliseconds.</summary>
    public double Interval { get; init; } = 100;

    public uint KeepAlive { get; init; } = 10;

    public uint Lifetime { get; init; } = 1000;

    public uint Queue { get; init; } = 10;

    public double Sampling { get; init; }

    public bool DiscardOldest { get; init; } = true;

    public double? Deadband { get; init; }

    public int Batch { get; init; } = 1000;
}
