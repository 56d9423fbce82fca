using Pooling.Queues;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.Connections;

/// <summary>What one address has. The counts are under the lock of the <see cref="AddressBook"/>.</summary>
/// <param name="receiving">Its share of the memory of long messages.</param>
/// <param name="compressing">Its share of the memory that compression keeps.</param>
internal sealed class AddressEntry(MemoryBudget receiving, MemoryBudget compressing)
{
    public MemoryBudget Receiving => receiving;

    public MemoryBudget Compressing => compressing;

    /// <summary>Its connections, sockets or not.</summary>
    public int Connections { get; set; }

    public int Sockets { get; set; }

    /// <summary>Those of its sockets that wait for long work, under the lock of <see cref="LongWork"/>.</summary>
    public RingQueue<AsyncSignal> Waiting { get; } = new(0);
}
