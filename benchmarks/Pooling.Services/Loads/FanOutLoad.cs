using System.Text;

namespace Pooling.Services.Loads;

/// <summary>A room of 1,000 members on WebSockets, one of which sends. Every member compares each text that it gets
/// with what was sent.</summary>
/// <param name="size">The bytes of a text.</param>
internal sealed class FanOutLoad(int size) : BroadcastLoad(members: 1_000)
{
    private const int MaxProbes = 100;

    private readonly List<FanOutMember> _members = [];
    private readonly byte[] _text = Encoding.ASCII.GetBytes(new string('x', size));
    private byte[] _frame = [];
    private long _probes; // the texts before the first message

    public override async Task<string> ConnectAsync(string address)
    {
        // A masked text; a mask of zeros changes nothing.
        _frame = [0x81, 0x80 | 126, (byte)(size >> 8), (byte)size, 0, 0, 0, 0, .. _text];
        byte[] begin = "{\"from\":\"member0\",\"number\":"u8.ToArray();
        byte[] end = [.. ",\"text\":\""u8, .. _text, .. "\"}"u8];
        for (int i = 0; i < Members; i++)
        {
            FanOutMember member = await FanOutMember.ConnectAsync(address, $"member{i}", begin, end);
            _members.Add(member);
            _ = KeepAsync(() => member.ReceiveAsync(GotText));
        }

        await ProbeAsync();
        LoadResult first = Run(rate: 20, seconds: 0.5);
        return $"{first.Messages} texts of {size:N0} B to {Members:N0} members";
    }

    public override void Dispose() => _members.ForEach(static member => member.Dispose());

    protected override void SendMessage(long number) => _members[0].Send(_frame);

    /// <summary>Sends texts until each member has got one: the service answers a member before it is in the room. If
    /// one gets none, the first messages have no answer.</summary>
    private async Task ProbeAsync()
    {
        while (!AllHear() && _probes < MaxProbes)
        {
            _probes++;
            _members[0].Send(_frame);
            for (int i = 0; i < 30 && !AllHear(); i++)
                await Task.Delay(10);
        }

        bool AllHear() => _members.TrueForAll(static member => member.Hears);
    }

    private void GotText(long number)
    {
        if (number > _probes)
            Got(number - _probes);
    }
}
