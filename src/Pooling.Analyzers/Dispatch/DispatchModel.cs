using Pooling.Analyzers.Model;

namespace Pooling.Analyzers.Dispatch;

/// <summary>A class whose marked methods become a dispatcher.</summary>
/// <param name="HintName">What the name of the generated file is chosen from.</param>
/// <param name="Namespace">The namespace; empty for the global one.</param>
/// <param name="Headers">The declarations around the generated members, from the outermost class to the class itself.</param>
/// <param name="TypeName">The class.</param>
/// <param name="Handlers">The handlers, by opcode.</param>
internal sealed record DispatchModel(string HintName, string Namespace, EquatableArray<string> Headers, string TypeName,
    EquatableArray<HandlerModel> Handlers);
