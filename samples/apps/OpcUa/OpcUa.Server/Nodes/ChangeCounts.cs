using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Nodes;

/// <summary>The array with the number of changes of each variable. It is created once for each change, and shared by all readers. Items
/// receive it once.</summary>
/// <param name="variables">The variables.</param>
/// <param name="changing">The lock under which they change.</param>
internal sealed class ChangeCounts(SimulatedVariable[] variables, Lock changing) : IValueSource
{
    private uint[]? _counts; // written under the lock

    public long ValueBytes => (long)variables.Length * sizeof(uint);

    public DataValue Read()
    {
        DateTime now = DateTime.UtcNow;
        uint[] counts = Volatile.Read(ref _counts) ?? Make(); // pairs with the writes in Make and Change
        return new DataValue(Variant.FromArray(counts), sourceTimestamp: now, serverTimestamp: now);
    }

    public StatusCode Write(in DataValue value) => StatusCodes.BadNotWritable;

    public void Attach(MonitoredItem item)
    {
    }

    public void Detach(MonitoredItem item)
    {
    }

    /// <summary>Records that a variable has changed. Call it under the lock.</summary>
    public void Change()
    {
        if (_counts is not null)
            Volatile.Write(ref _counts, null);
    }

    private uint[] Make()
    {
        lock (changing)
        {
            if (_counts is not null)
                return _counts;

            var counts = new uint[variables.Length];
            for (int i = 0; i < counts.Length; i++)
                counts[i] = (uint)variables[i].Changes;

            Volatile.Write(ref _counts, counts);
            return counts;
        }
    }
}
