using System.Text;

namespace Pooling.Samples.ClusterHub;

/// <summary>One sender and many members on sockets without a network, which check every byte that they get.</summary>
internal sealed class Crowd : IDisposable
{
    private const string RoomName = "crowd";
    private const int Patience = 30_000; // ms; only what is wrong takes so long

    private readonly CancellationTokenSource _leaving = new();
    private readonly ManualResetEventSlim _arrived = new();
    private readonly List<Task> _running = [];
    private readonly HubNode _to;
    private readonly Member _sender;
    private readonly int _members;
    private readonly byte[] _text;
    private readonly byte[] _json;
    private readonly byte[] _packet;
    private int _left;
    private int _wrong;

    /// <param name="from">The node of the sender.</param>
    /// <param name="to">The node of the members, which may be the same.</param>
    /// <param name="members">The number of members.</param>
    /// <param name="size">The length of the text, in bytes.</param>
    public Crowd(HubNode from, HubNode to, int members, int size)
    {
        (_to, _members) = (to, members);
        _text = Encoding.ASCII.GetBytes(new string('x', size));
        _json = [.. "{\"from\":\"ann\",\"number\":1,\"text\":\""u8, .. _text, .. "\"}"u8];
        _packet = [.. PacketHeader.Create(Guid.NewGuid()), .. _json];
        _sender = from.CreateMember(new DiscardingSocket(static _ => { }), "ann", from.Admission.All);
        _running.Add(from.RunAsync(_sender, RoomName, _leaving.Token));
        for (int i = 0; i < members; i++)
        {
            Member member = to.CreateMember(new DiscardingSocket(Sent), $"member{i}", to.Admission.All);
            _running.Add(to.RunAsync(member, RoomName, _leaving.Token));
        }

        if (from == to)
            from.Rooms.Remove(_sender); // it only sends
    }

    /// <summary>Sends messages, each as soon as all members have got the one before.</summary>
    /// <exception cref="InvalidDataException">A member got something else, or nothing.</exception>
    public void Send(int count)
    {
        for (int i = 0; i < count; i++)
        {
            Expect();
            _sender.Forward(_text, number: 1);
            WaitForAll();
        }
    }

    /// <summary>Passes messages of another node to that of the members, each as soon as all members have got the one
    /// before.</summary>
    /// <inheritdoc cref="Send"/>
    public void Receive(int count)
    {
        for (int i = 0; i < count; i++)
        {
            Expect();
            _to.Receive(RoomName, _packet);
            WaitForAll();
        }
    }

    public void Dispose()
    {
        _leaving.Cancel();
        Task.WaitAll(_running);
        _leaving.Dispose();
        _arrived.Dispose();
    }

    private void Expect()
    {
        _arrived.Reset();
        Volatile.Write(ref _left, _members); // pairs with the decrement
    }

    private void WaitForAll()
    {
        if (!_arrived.Wait(Patience) || Volatile.Read(ref _wrong) > 0) // pairs with the increment
            throw new InvalidDataException("A member got something else than what was sent, or nothing.");
    }

    private void Sent(ReadOnlyMemory<byte> json)
    {
        if (!json.Span.SequenceEqual(_json))
            Interlocked.Increment(ref _wrong);

        if (Interlocked.Decrement(ref _left) == 0)
            _arrived.Set();
    }
}
