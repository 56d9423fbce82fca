using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using Microsoft.IO;
using WebSockets.Client.After;
using WebSockets.Client.Reactive;

namespace Pooling.WebSockets.Client;

/// <summary>Tests messages in the forms that applications need.</summary>
public sealed class MessageShapeTests
{
    [Fact]
    public void StringMessages_TextAndBytes_AreTheirOwn()
    {
        var texts = new List<string>();
        var data = new List<byte[]>();

        Give(new StringMessages(texts.Add, data.Add));

        Assert.Equal(["\u00e4text", ""], texts);
        Assert.Equal([[1, 2, 3]], data);
    }

    [Fact]
    public void StringMessages_NobodyWantsBytes_IgnoresThem() => Give(new StringMessages(static _ => { }));

    [Fact]
    public void StreamMessages_ManagerOfStreams_GivesItsStreamsAtTheirBeginning()
    {
        var manager = new RecyclableMemoryStreamManager();
        var messages = new List<(WebSocketMessageType, string)>();

        Give(new StreamMessages(
            () => manager.GetStream(),
            (type, stream) =>
            {
                using (stream)
                    messages.Add((type, Convert.ToHexString(new BinaryReader(stream).ReadBytes(100))));
            }));

        Assert.Equal(
            [
                (WebSocketMessageType.Text, Convert.ToHexString(Encoding.UTF8.GetBytes("\u00e4text"))),
                (WebSocketMessageType.Text, ""),
                (WebSocketMessageType.Binary, "010203"),
            ],
            messages);
    }

    [Fact]
    public void ObservableMessages_Observer_SeesAllUntilTheEnd()
    {
        using var observable = new ObservableMessages();
        Give(observable); // there is no observer
        var seen = new List<string>();
        bool ended = false;
        using IDisposable subscription = observable.Messages.Subscribe(
            message => seen.Add(message.Text ?? Convert.ToHexString(message.Data.Span)), () => ended = true);

        Give(observable);
        Assert.Same(observable.Messages, observable.Messages);
        observable.Dispose();

        Assert.Equal(["\u00e4text", "", "010203"], seen);
        Assert.True(ended);
    }

    private static void Give(IMessageHandler handler)
    {
        handler.OnText(Encoding.UTF8.GetBytes("\u00e4text"));
        handler.OnText([]);
        handler.OnBinary(new ReadOnlySequence<byte>([1, 2, 3]));
    }
}
