using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Samples.Broker;

/// <summary>The fan-out alone, without sockets: makes a message, gives it to receivers, and lets each of them end it.</summary>
internal sealed class FanOut(int receivers, byte[] content)
{
    private readonly byte[][] _arrays = new byte[receivers][];
    private readonly SharedBuffer[] _shares = new SharedBuffer[receivers];

    /// <summary>Gets the sum of what the receivers read.</summary>
    public long Sum { get; private set; }

    /// <summary>A copy for each receiver.</summary>
    public void Copies(int messages)
    {
        for (int i = 0; i < messages; i++)
        {
            for (int receiver = 0; receiver < receivers; receiver++)
                _arrays[receiver] = content.AsSpan().ToArray();

            EndArrays();
        }
    }

    /// <summary>One array, to which all receivers refer.</summary>
    public void OneArray(int messages)
    {
        for (int i = 0; i < messages; i++)
        {
            Array.Fill(_arrays, content.AsSpan().ToArray());
            EndArrays();
        }
    }

    /// <summary>Rented memory, and a share of it for each receiver.</summary>
    public void Shares(int messages)
    {
        for (int i = 0; i < messages; i++)
        {
            using (PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent())
            {
                lease.Value.Write(content);
                lease.Value.DetachShared(_shares);
            }

            foreach (SharedBuffer share in _shares)
            {
                Sum += share.Span[^1];
                share.Dispose();
            }
        }
    }

    private void EndArrays()
    {
        for (int receiver = 0; receiver < receivers; receiver++)
        {
            Sum += _arrays[receiver][^1];
            _arrays[receiver] = [];
        }
    }
}
