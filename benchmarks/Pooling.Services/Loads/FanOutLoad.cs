using System.Text;

namespace Pooling.Services.Loads;

/// <summary>A room of 1,000 members on WebSockets, one of which sends. Every member compares each text that it gets with
/// what was sent; the latency is that of each of them.</summary>
/// <param name="size">The bytes of a text.</param>
internal sealed class FanOutLoad(int size) : Load(window: 4)
{
    private const int Members = 1_000;

    private readonly List<FanOutMember> _members = [];
    private readonly long[] _intended = new long[1024]; // of the last texts, by number
    private readonly int[] _left = new int[1024]; // the members that have not got them yet
    private readonly byte[] _text = Encoding.ASCII.GetBytes(new string('x', size));
    private readonly Lock _gate = new();
    private byte[] _frame = [];
    private long _number;

    public override async Task<string> ConnectAsync(string address)
    {
        // A masked text; a mask of zeros changes nothing.
        _frame = [0x81, 0x80 | 126, (byte)(size >> 8), (byte)size, 0, 0, 0, 0, .. _text];
        byte[] end = [.. ",\"text\":\""u8, .. _text, .. "\"}"u8];
        for (int i = 0; i < Members; i++)
        {
            FanOutMember member = await FanOutMember.ConnectAsync(address, $"member{i}", "{\"from\":\"member0\",\"number\":"u8.ToArray(), end);
            _members.Add(member);
            _ = KeepAsync(() => member.ReceiveAsync(GotText));
        }

        LoadResult first = Run(rate: 20, seconds: 0.5);
        return $"{first.Messages} texts of {size} B to {Members} members";
    }

    public override void Dispose() => _members.ForEach(static member => member.Dispose());

    protected override void Send(long intended)
    {
        lock (_gate) // the numbers are those of the service: in the order of sending
        {
            long number = ++_number;
            _intended[number % _intended.Length] = intended;
            Volatile.Write(ref _left[number % _left.Length], Members); // pairs with the decrement
            _members[0].Send(_frame);
        }
    }

    private void GotText(long number) => Answered(
        _intended[number % _intended.Length],
        isLast: Interlocked.Decrement(ref _left[number % _left.Length]) == 0); // pairs with the write in Send
}
