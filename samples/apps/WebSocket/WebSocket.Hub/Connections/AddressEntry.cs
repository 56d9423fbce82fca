using System.Net;
using Pooling.Queues;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.Connections;

/// <summary>The shares and counts of one address.</summary>
/// <param name="address">The address, or its network.</param>
/// <param name="receiving">Its share of the memory of long messages.</param>
/// <param name="compressing">Its share of the memory that compression keeps.</param>
/// <param name="inflating">The rate at which its compressed messages may be inflated, in bytes.</param>
internal sealed class AddressEntry(IPAddress address, MemoryBudget receiving, MemoryBudget compressing, SharedRate inflating)
{
    public IPAddress Address => address;

    public MemoryBudget Receiving => receiving;

    public MemoryBudget Compressing => compressing;

    public SharedRate Inflating => inflating;

    /// <summary>Gets the bytes of echoes that wait in its sockets or are being written.</summary>
    public MemoryBudget Echoes { get; } = new(long.MaxValue);

    /// <summary>Gets or sets the number of connections, including those that are not sockets. Under the lock of the
    /// <see cref="AddressBook"/>.</summary>
    public int Connections { get; set; }

    /// <summary>Gets the sockets that wait for long work. Under the lock of <see cref="LongWork"/>.</summary>
    public RingQueue<AsyncSignal> Waiting { get; } = new(0);
}
