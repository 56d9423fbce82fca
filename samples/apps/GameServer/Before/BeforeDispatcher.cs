using System.Reflection;
using Google.Protobuf;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Sessions;

namespace Pooling.GameServer.Before;

/// <summary>Finds readers and handlers in dictionaries and calls them by reflection.</summary>
/// <remarks>Published as the baselines of GC-007 (reader), GC-010 (context) and GC-011 (handler).</remarks>
internal sealed class BeforeDispatcher
{
    private readonly Dictionary<ushort, Entry> _entries = [];

    public BeforeDispatcher()
    {
        Add<Hello>(Opcode.Hello, nameof(BeforeHandlers.OnHello), SessionStates.Connected);
        Add<Login>(Opcode.Login, nameof(BeforeHandlers.OnLogin), SessionStates.Secured);
        Add<Ping>(Opcode.Ping, nameof(BeforeHandlers.OnPing), SessionStates.Playing);
        Add<Input>(Opcode.Input, nameof(BeforeHandlers.OnInput), SessionStates.Playing);
        Add<Chat>(Opcode.Chat, nameof(BeforeHandlers.OnChat), SessionStates.Playing);
    }

    /// <summary>Reads a payload.</summary>
    /// <param name="message">The packet; <see langword="null"/> if it was refused.</param>
    /// <returns>The reason why it was refused; <see cref="DisconnectReason.None"/> if it was not.</returns>
    public DisconnectReason Read(ushort type, byte[] payload, ulong state, out IMessage? message)
    {
        message = null;
        if (!_entries.TryGetValue(type, out Entry? entry))
            return DisconnectReason.UnknownOpcode;

        if ((entry.States & state) == 0)
            return DisconnectReason.NotAllowed;

        try
        {
            message = (IMessage)entry.Reader.Invoke(null, [new ReadOnlyMemory<byte>(payload), type, null])!;
            return DisconnectReason.None;
        }
        catch (TargetInvocationException exception) when (Malformed.Is(exception.InnerException))
        {
            return DisconnectReason.Malformed;
        }
    }

    /// <summary>Calls the handler of a packet.</summary>
    /// <returns>The reason why the session ends; <see cref="DisconnectReason.None"/> if it does not.</returns>
    public DisconnectReason Handle(BeforeHandlers handlers, BeforeConnection connection, ushort type, IMessage message)
    {
        Entry entry = _entries[type];
        object context = Activator.CreateInstance(entry.ContextType)!;
        entry.ConnectionProperty.SetValue(context, connection);
        entry.PacketProperty.SetValue(context, message);
        return entry.Handler.Invoke(handlers, [context, CancellationToken.None]) is DisconnectReason reason
            ? reason
            : DisconnectReason.None;
    }

    private void Add<T>(ushort type, string handler, ulong states) where T : IMessage<T>, new()
    {
        Type context = typeof(BeforeContext<T>);
        _entries.Add(type, new Entry(
            typeof(BeforeDispatcher).GetMethod(nameof(Parse), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(typeof(T)),
            context,
            context.GetProperty(nameof(BeforeContext<T>.Connection))!,
            context.GetProperty(nameof(BeforeContext<T>.Packet))!,
            typeof(BeforeHandlers).GetMethod(handler)!,
            states));
    }

    private static T Parse<T>(ReadOnlyMemory<byte> payload, ushort type, object? options) where T : IMessage<T>, new()
    {
        var message = new T();
        message.MergeFrom(payload.Span);
        return message;
    }

    private sealed record Entry(MethodInfo Reader, Type ContextType, PropertyInfo ConnectionProperty, PropertyInfo PacketProperty,
        MethodInfo Handler, ulong States);
}
