namespace Pooling.Dispatch;

/// <summary>One call of a builder's <c>Add</c>.</summary>
internal readonly struct OpcodeRegistration(ushort opcode, ulong states, object entry, object handler)
{
    internal readonly ushort Opcode = opcode;
    internal readonly ulong States = states;

    /// <summary>The entry, which has the type of the builder's entries.</summary>
    internal readonly object Entry = entry;

    private readonly object _handler = handler;

    /// <summary>The name of the handler's type, or of the method of its delegate. Found when it is needed: reflection
    /// is slow.</summary>
    internal string HandlerName => _handler is Delegate calls ? calls.Method.Name : ((Type)_handler).Name;
}
