using Pooling.Analyzers.Model;

namespace Pooling.Analyzers.Dispatch;

/// <summary>A class for whose marked methods a dispatcher is generated.</summary>
/// <param name="HintName">The base of the generated file's name.</param>
/// <param name="Namespace">The namespace; empty for the global one.</param>
/// <param name="Headers">The declarations around the generated members, from the outermost class to the class
/// itself.</param>
/// <param name="TypeName">The class.</param>
/// <param name="Handlers">The handlers, ordered by opcode.</param>
internal sealed record DispatchModel(string HintName, string Namespace, EquatableArray<string> Headers, string TypeName,
    EquatableArray<HandlerModel> Handlers);
