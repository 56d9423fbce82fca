namespace Pooling.Services.Loads;

/// <summary>Messages of one sender to many members, each of which answers for itself: the latency is that of each
/// member.</summary>
/// <param name="members">The members.</param>
internal abstract class BroadcastLoad(int members) : Load(window: 4)
{
    private readonly long[] _intended = new long[8192]; // of the last messages, by number
    private readonly int[] _left = new int[8192]; // the members that have not got them yet
    private readonly Lock _gate = new();
    private long _number;

    protected int Members => members;

    protected sealed override void Send(long intended)
    {
        lock (_gate) // the service sends in the order of the numbers
        {
            long number = ++_number;
            _intended[number % _intended.Length] = intended;
            Volatile.Write(ref _left[number % _left.Length], members); // pairs with the decrement
            SendMessage(number);
        }
    }

    /// <summary>Sends the message of a number, from 1 on.</summary>
    protected abstract void SendMessage(long number);

    /// <summary>Records that a member has got a message.</summary>
    protected void Got(long number) => Answered(
        _intended[number % _intended.Length],
        isLast: Interlocked.Decrement(ref _left[number % _left.Length]) == 0); // pairs with the write in Send
}
