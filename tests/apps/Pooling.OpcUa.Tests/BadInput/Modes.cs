using OpcUa.Protocol.Services.Channels;
using Pooling.OpcUa.Security;

namespace Pooling.OpcUa.BadInput;

/// <summary>The security modes, combined with the cases of a test.</summary>
internal static class Modes
{
    public static TheoryData<MessageSecurityMode> All => [.. SecuredServer.AllModes];

    public static TheoryData<MessageSecurityMode> Secured => [MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt];

    /// <summary>Combines cases and their expected results with all modes.</summary>
    /// <param name="cases">The cases for each mode.</param>
    /// <param name="secured">The additional cases for the two modes with keys.</param>
    public static TheoryData<MessageSecurityMode, string, uint> With(
        (string What, uint Status)[] cases, params (string What, uint Status)[] secured)
    {
        var data = new TheoryData<MessageSecurityMode, string, uint>();
        foreach (MessageSecurityMode mode in SecuredServer.AllModes)
        {
            foreach ((string what, uint status) in mode == MessageSecurityMode.None ? cases : [.. cases, .. secured])
                data.Add(mode, what, status);
        }

        return data;
    }
}
