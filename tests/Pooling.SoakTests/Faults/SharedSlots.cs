using Pooling.Buffers;

namespace Pooling.SoakTests.Faults;

/// <summary>The slots in which workers exchange messages.</summary>
internal sealed class SharedSlots
{
    private readonly Entry?[] _entries = new Entry?[16];

    /// <summary>Puts a message into a random slot, and returns its previous content.</summary>
    internal Entry? Put(Entry? entry, Random random) => Interlocked.Exchange(ref _entries[random.Next(_entries.Length)], entry);

    internal void ReturnAll()
    {
        foreach (ref Entry? entry in _entries.AsSpan())
            Interlocked.Exchange(ref entry, null)?.Message.TryReturn();
    }

    /// <summary>A message and the value of all its bytes.</summary>
    internal sealed record Entry(SharedBuffer Message, byte Stamp);
}
