using OpcUa.Client.After;
using OpcUa.Client.Browsing;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Views;

namespace Pooling.Benchmarks.Application;

/// <summary>The application that browses. It reads the names of the found nodes.</summary>
/// <param name="makesTexts">Whether it needs strings, like an application that displays them; otherwise it uses their UTF-8.</param>
internal sealed class ReferenceCount(bool makesTexts) : IReferenceHandler, IBrowseResults
{
    /// <summary>Gets the number of references, plus the characters of their names.</summary>
    internal long Total { get; private set; }

    public void OnReference(in ReferenceView reference)
    {
        if (makesTexts)
            Add(Encoding.UTF8.GetString(reference.BrowseName), Encoding.UTF8.GetString(reference.DisplayName));
        else
            Total += 1 + reference.BrowseName.Length + reference.DisplayName.Length; // of ASCII
    }

    internal void OnReference(ReferenceDescription reference) => Add(reference.BrowseName.Name, reference.DisplayName.Text);

    internal void OnReference(ObjectReference reference) => Add(reference.Name.Name, reference.Text.Text);

    internal void Reset() => Total = 0;

    void IBrowseResults.OnResult(int index, StatusCode status, byte[]? continuationPoint)
    {
        if (status.IsBad || continuationPoint is { Length: > 0 })
            throw new InvalidOperationException("The server does not return all references at once.");
    }

    void IBrowseResults.OnReference(int index, in ExpandedNodeId target)
    {
    }

    private void Add(string? name, string? text) => Total += 1 + name!.Length + text!.Length;
}
