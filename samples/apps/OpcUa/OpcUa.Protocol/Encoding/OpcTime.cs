namespace OpcUa.Protocol.Encoding;

/// <summary>Times in their wire format: units of 100 ns since 1601. The minimum and maximum mean "earlier" and "later than can be
/// represented" (OPC 10000-6, 5.2.2.5).</summary>
internal static class OpcTime
{
    private static readonly long s_epoch = new DateTime(1601, 1, 1, 0, 0, 0, DateTimeKind.Utc).Ticks;
    private static readonly long s_latest = new DateTime(9999, 12, 31, 23, 59, 59, DateTimeKind.Utc).Ticks;

    internal static DateTime FromWire(long ticks) =>
        ticks <= 0 ? default
        : ticks >= s_latest - s_epoch ? DateTime.MaxValue
        : new DateTime(ticks + s_epoch, DateTimeKind.Utc);

    internal static long ToWire(DateTime time)
    {
        long ticks = (time.Kind == DateTimeKind.Local ? time.ToUniversalTime() : time).Ticks;
        return ticks <= s_epoch ? 0 : ticks >= s_latest ? long.MaxValue : ticks - s_epoch;
    }
}
