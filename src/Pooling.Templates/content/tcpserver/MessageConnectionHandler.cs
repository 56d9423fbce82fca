using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Pooling.Buffers;
using Pooling.Dispatch;

namespace Contoso.Tcp1;

/// <summary>Reads messages: a length as a varint, an opcode of two bytes, and a payload.</summary>
internal sealed class MessageConnectionHandler(ILogger<MessageConnectionHandler> logger) : ConnectionHandler
{
    private const int MaxLength = 64 * 1024; // bytes of one message
    private static readonly TimeSpan s_idleTime = TimeSpan.FromMinutes(2); // then a silent client is disconnected

    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        var session = new Session(connection.Transport.Output);
        PipeReader input = connection.Transport.Input;
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(connection.ConnectionClosed);
        try
        {
            while (true)
            {
                ending.CancelAfter(s_idleTime);
                ReadResult read = await input.ReadAsync(ending.Token);
                SequencePosition end = HandleMessages(session, read.Buffer);
                input.AdvanceTo(consumed: end, examined: read.Buffer.End);

                // Waits while the client does not read its replies, and so reads nothing more from it.
                FlushResult flushed = await session.Output.FlushAsync(ending.Token);
                if (read.IsCompleted || flushed.IsCompleted)
                    return;
            }
        }
        catch (OperationCanceledException)
        {
            // The client has gone, or was silent.
        }
        catch (InvalidDataException exception)
        {
            logger.LogDebug(exception, "A client sent what is no message.");
        }
    }

    // A method of its own, because a SequenceReader cannot cross an await.
    private static SequencePosition HandleMessages(Session session, ReadOnlySequence<byte> received)
    {
        var reader = new SequenceReader<byte>(received);
        while (reader.TryReadPrefixedBytes(LengthPrefix.Varint, out ReadOnlySequence<byte> message, MaxLength))
            Handle(session, message);

        return reader.Position;
    }

    private static void Handle(Session session, in ReadOnlySequence<byte> message)
    {
        if (message.IsSingleSegment)
        {
            Handle(session, message.FirstSpan);
            return;
        }

        using var copy = new PooledArray<byte>((int)message.Length); // a message that came in several pieces
        message.CopyTo(copy.Span);
        Handle(session, copy.Span);
    }

    private static void Handle(Session session, ReadOnlySpan<byte> message)
    {
        var reader = new BufferReader(message);
        ushort opcode = reader.ReadUInt16LittleEndian(); // throws InvalidDataException if the message is shorter
        if (Messages.Dispatcher.Dispatch(in session, opcode, message[2..]) != DispatchStatus.Handled)
            throw new InvalidDataException($"Message 0x{opcode:X4} is unknown or malformed.");
    }
}
