namespace Pooling.Diagnostics;

/// <summary>Represents the numbers of dropped items by reason.</summary>
/// <remarks>Fields, since the first rental of a process compiles each getter that it calls.</remarks>
internal record struct DropCounts
{
    internal long Limit;
    internal long Trim;
    internal long Failed;
    internal long Disposed;
    internal long Exhausted;
    internal long Total;

    internal void Add(long items, DropReason reason)
    {
        Total += items;
        switch (reason)
        {
            case DropReason.Limit:
                Limit += items;
                break;
            case DropReason.Trim:
                Trim += items;
                break;
            case DropReason.Failed:
                Failed += items;
                break;
            case DropReason.Disposed:
                Disposed += items;
                break;
            default:
                Exhausted += items;
                break;
        }
    }

    internal readonly DropCounts Plus(DropCounts other) => new()
    {
        Limit = Limit + other.Limit,
        Trim = Trim + other.Trim,
        Failed = Failed + other.Failed,
        Disposed = Disposed + other.Disposed,
        Exhausted = Exhausted + other.Exhausted,
        Total = Total + other.Total,
    };

    /// <summary>Returns the larger number of each reason.</summary>
    internal readonly DropCounts Max(DropCounts other)
    {
        var max = new DropCounts
        {
            Limit = Math.Max(Limit, other.Limit),
            Trim = Math.Max(Trim, other.Trim),
            Failed = Math.Max(Failed, other.Failed),
            Disposed = Math.Max(Disposed, other.Disposed),
            Exhausted = Math.Max(Exhausted, other.Exhausted),
        };
        max.Total = max.Limit + max.Trim + max.Failed + max.Disposed + max.Exhausted;
        return max;
    }
}
