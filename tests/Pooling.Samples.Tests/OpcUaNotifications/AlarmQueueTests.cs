using Pooling.Encodeables;

namespace Pooling.Samples.OpcUaNotifications;

public sealed class AlarmQueueTests
{
    private const uint Bad = 0x808C0000;

    [Fact]
    public async Task RunAsync_AfterTheirResponseIsReused_HandlesAllInOrder()
    {
        using var alarms = new AlarmQueue(capacity: 10);
        Post(alarms, Recorded.Number(1, Bad), Recorded.Number(2, 0), Recorded.Number(3, Bad), Recorded.Number(4, 0x40900000));
        Post(alarms, Recorded.Number(5, 0), Recorded.Number(6, Bad));
        alarms.Complete();

        List<double> handled = [];
        await Task.Run(() => alarms.RunAsync(
            alarm => handled.Add(alarm.Value.TryGetNumber(out double number) ? number : -1), CancellationToken.None));

        Assert.Equal([1, 3, 4, 6], handled);
        Assert.Equal(0, Recorded.InUse);
    }

    [Fact]
    public void Post_ToAFullQueue_DropsAndReturns()
    {
        using var alarms = new AlarmQueue(capacity: 2);

        Assert.Equal(1, Post(alarms, Recorded.Number(1, Bad), Recorded.Number(2, Bad), Recorded.Number(3, Bad)));
        Assert.Equal(2, Recorded.InUse);

        alarms.Dispose();
        Assert.Equal(0, Recorded.InUse);
    }

    [Fact]
    public void Post_AfterTheEnd_DropsAndReturns()
    {
        using var alarms = new AlarmQueue(capacity: 2);
        alarms.Complete();

        Assert.Equal(1, Post(alarms, Recorded.Number(1, Bad)));
        Assert.Equal(0, Recorded.InUse);
    }

    [Fact]
    public async Task RunAsync_WhenTheHandlerThrows_ReturnsAllAndEnds()
    {
        using var alarms = new AlarmQueue(capacity: 10);
        Post(alarms, Recorded.Number(1, Bad), Recorded.Number(2, Bad), Recorded.Number(3, Bad));

        await Assert.ThrowsAsync<FormatException>(() => alarms.RunAsync(static _ => throw new FormatException(), CancellationToken.None));

        Assert.Equal(0, Recorded.InUse);
        Assert.Equal(1, Post(alarms, Recorded.Number(4, Bad)));
        Assert.Equal(0, Recorded.InUse);
    }

    [Fact]
    public async Task RunAsync_WhenCanceled_ReturnsWhatWaits()
    {
        using var alarms = new AlarmQueue(capacity: 10);
        using var canceling = new CancellationTokenSource();
        Post(alarms, Recorded.Number(1, Bad), Recorded.Number(2, Bad), Recorded.Number(3, Bad));

        int handled = 0;
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => alarms.RunAsync(
            _ =>
            {
                handled++;
                canceling.Cancel();
            },
            canceling.Token));

        Assert.Equal(1, handled);
        Assert.Equal(0, Recorded.InUse);
    }

    private static int Post(AlarmQueue alarms, params byte[][] values)
    {
        using PooledRef<GeneratedResponse> response = GeneratedResponse.Read(Recorded.Message(values));
        return alarms.Post(response.Value);
    }
}
