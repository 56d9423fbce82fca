namespace Pooling.Encodeables.Generated;

/// <summary>A message with collections of all kinds, whose limit follows what they hold.</summary>
[PooledEncodeable]
public sealed partial class Collected
{
    public List<long> Fixed { get; } = [];

    public List<long> Settable { get; set; } = [];

    public Dictionary<int, long> Map { get; } = [];

    public HashSet<int> Set { get; set; } = [];

    internal static EncodeablePool<Collected> CreatePool() => EncodeablePool.Create<Collected, PoolPolicy>();

    internal void Fill(int count)
    {
        for (int i = 0; i < count; i++)
        {
            Fixed.Add(i);
            Settable.Add(i);
            Map.Add(i, i);
            Set.Add(i);
        }
    }
}
