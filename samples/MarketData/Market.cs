namespace Pooling.Samples.MarketData;

/// <summary>Handles the messages of all ways. Two markets that got the same messages have the same totals.</summary>
internal sealed class Market
{
    private ulong _checksum = 17;

    public int Snapshots { get; private set; }

    public int Trades { get; private set; }

    public int Statuses { get; private set; }

    /// <summary>Gets the counts, and a number that depends on every value of every message, and on their order.</summary>
    public (int Snapshots, int Trades, int Statuses, ulong Checksum) Totals => (Snapshots, Trades, Statuses, _checksum);

    public void OnSnapshot(uint instrument, ulong sequence, ulong bids, ulong asks)
    {
        Snapshots++;
        Mix(instrument ^ sequence);
        Mix(bids);
        Mix(asks);
    }

    public void OnTrade(in Trade trade)
    {
        Trades++;
        Mix(trade.Instrument ^ (ulong)trade.Price ^ ((ulong)trade.Size << 32));
    }

    public void OnStatus(in Status status)
    {
        Statuses++;
        Mix(status.Instrument ^ ((ulong)status.State << 32));
    }

    /// <summary>Adds a level to the sum of a side.</summary>
    public static ulong Add(ulong side, long price, uint size, ushort orders) => side * 31 + (ulong)price * size + orders;

    private void Mix(ulong value) => _checksum = (_checksum ^ value) * 0x9E3779B97F4A7C15;
}
