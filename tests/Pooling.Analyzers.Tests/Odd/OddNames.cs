namespace Pooling.Analyzers.Odd;

/// <summary>Legal names that generated code is likely to write incorrectly.</summary>
internal static class OddNames
{
    /// <summary>The keywords of the language, including contextual ones.</summary>
    internal static readonly string[] Words =
    [
        "event", "class", "int", "this", "base", "object", "string", "void", "params", "namespace", "default", "null", "ref", "operator",
        "struct", "new", "is", "stackalloc", "required", "scoped", "file", "partial", "record", "field", "value", "await", "async", "nint",
        "nuint", "var", "dynamic", "notnull", "managed", "unmanaged", "allows", "extension", "args", "add", "remove", "get", "set", "init",
        "where", "select", "from", "group", "into", "orderby", "join", "let", "on", "equals", "by", "ascending", "global", "alias",
        "nameof", "when", "with", "and", "or", "not", "yield", "_", "union", "closed",
    ];

    /// <summary>Names that the generated code uses, but that users may use, too.</summary>
    internal static readonly string[] Used =
    [
        "item", "items", "nested", "length", "maxLength", "pair", "i", "owner", "context", "packet", "payload", "cancellationToken",
        "builder", "Pool", "Of", "Call", "GetType", "ToString", "Equals", "GetHashCode", "Finalize", "System", "Pooling", "Object",
        "String", "Task", "ValueTask", "Create", "StateOf", "HasNested", "VisitNested", "Instance", "Rent", "Handle", "TryParse", "_owner",
        "Encodeables", "Dispatch", "EncodeableState", "EncodeablePool", "IPooledEncodeable", "Span", "Add", "Build", "T", "TContext",
        "Action", "Delegate", "Array", "Int32", "Nullable", "GeneratedCode", "PoolState", "Obsolete", "KeyValuePair",
    ];

    /// <summary>The names of generated members, which may be refused.</summary>
    internal static readonly string[] Generated =
    [
        "Pool", "PoolPolicy", "PoolTemplate", "_poolState", "PoolStateOf", "ResetPooled", "VisitPooled", "AdoptPooled", "PoolInitialValues",
        "SetPoolInitialValues", "CreatePoolItem", "OnReset", "Reset", "_ownValue", "_rentedValue", "RentValue", "InitialOfValue",
        "CreateDispatcher", "AddHandlers", "OpcodeHandler0001", "OpcodeHandler0001Parser",
    ];

    /// <summary>Names with letters beyond English, combining letters, and the maximum number of letters.</summary>
    internal static readonly string[] Letters =
    [
        "Ünïcødé", "注文", "имя", "e\u0301clair", "ß", "İ", "ı", "\u2160\u2161", "x1", "a_b", "_1", "A\u203FB", new string('x', 500),
        new string('注', 200), new string('y', 1000),
    ];
}
