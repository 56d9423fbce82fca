namespace OpcUa.Server.Hosting;

/// <summary>The memory of the server that clients hold between their requests. An instance covers all clients, one address or one session.
/// Any thread may use it.</summary>
/// <remarks>An address gets at most as much as is left for others; see <see cref="Share"/>.</remarks>
internal sealed class HeldShares
{
    private HeldShares(Share items, Share queuedValues, Share sentValues, Share valueBytes) =>
        (Items, QueuedValues, SentValues, ValueBytes) = (items, queuedValues, sentValues, valueBytes);

    public Share Items { get; }

    /// <summary>The number of values that wait in items, in addition to one per item.</summary>
    public Share QueuedValues { get; }

    /// <summary>The number of values in messages that are kept until they are acknowledged.</summary>
    public Share SentValues { get; }

    /// <summary>The number of bytes of arrays and structures to which all these values refer.</summary>
    public Share ValueBytes { get; }

    public static HeldShares OfAll(ServerLimits limits) => new(
        new Share(limits.Items), new Share(limits.QueuedValues), new Share(limits.SentValues), new Share(limits.ValueBytes));

    public HeldShares ForAddress() => new(PartOf(Items), PartOf(QueuedValues), PartOf(SentValues), PartOf(ValueBytes));

    public HeldShares ForSession(ServerLimits limits) => new(
        new Share(limits.ItemsPerSession, Items), QueuedValues, SentValues, new Share(limits.ValueBytesPerSession, ValueBytes));

    /// <summary>Counts an item.</summary>
    /// <param name="valueBytes">The number of bytes to which each of its values refers.</param>
    /// <returns><see langword="false"/> if a limit would be exceeded; then nothing is counted.</returns>
    public bool TryTakeItem(long valueBytes)
    {
        if (!Items.TryTake(1))
            return false;

        if (ValueBytes.TryTake(valueBytes))
            return true;

        Items.Give(1);
        return false;
    }

    /// <summary>Stops counting an item.</summary>
    public void GiveItem(long valueBytes)
    {
        Items.Give(1);
        ValueBytes.Give(valueBytes);
    }

    private static Share PartOf(Share all) => new(long.MaxValue, all, isFair: true);
}
