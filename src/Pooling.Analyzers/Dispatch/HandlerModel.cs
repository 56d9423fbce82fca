namespace Pooling.Analyzers.Dispatch;

/// <summary>One opcode and the method that handles it.</summary>
/// <param name="Opcode">The opcode.</param>
/// <param name="States">The states in which it is allowed.</param>
/// <param name="Method">The name of the method.</param>
/// <param name="IsStatic">Whether the method needs no instance.</param>
/// <param name="Context">The type of its context.</param>
/// <param name="IsContextByIn">Whether it takes the context by reference.</param>
/// <param name="Packet">The type of its packet.</param>
/// <param name="IsPacketByIn">Whether it takes the packet by reference.</param>
/// <param name="ParserKind">The way in which the packet is parsed.</param>
/// <param name="Parser">The struct that parses, or the type whose <c>TryParse</c> is called.</param>
/// <param name="ParserArgument">The constructor argument of the parser, if it needs one.</param>
/// <param name="IsObsolete">Whether only obsolete code may name what it uses.</param>
/// <param name="IsContextObsolete">Whether only obsolete code may name the context.</param>
/// <param name="Accessibility">The accessibility of the generated members, limited by the types that they
/// expose.</param>
internal sealed record HandlerModel(
    ushort Opcode,
    ulong States,
    string Method,
    bool IsStatic,
    string Context,
    bool IsContextByIn,
    string Packet,
    bool IsPacketByIn,
    ParserKind ParserKind,
    string Parser,
    string ParserArgument,
    bool IsObsolete,
    bool IsContextObsolete,
    string Accessibility);
